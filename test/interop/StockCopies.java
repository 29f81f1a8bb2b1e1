// Backups and checkpoints with stock RocksDB (rocksdbjni) for interop_test.py; run as a single source file by `java`.
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.*;

/** backup DB DIRECTORY | restore DIRECTORY DB | checkpoint DB DIRECTORY | list DIRECTORY. */
public class StockCopies {
  public static void main(String[] args) throws RocksDBException {
    RocksDB.loadLibrary();
    switch (args[0]) {
      case "backup" -> backup(args[1], args[2]);
      case "restore" -> restore(args[1], args[2]);
      case "checkpoint" -> checkpoint(args[1], args[2]);
      case "list" -> list(args[1]);
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  interface Work {
    void on(RocksDB db) throws RocksDBException;
  }

  /** Opens all families of a database. */
  private static void open(String path, Work work) throws RocksDBException {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    for (byte[] name : RocksDB.listColumnFamilies(new Options(), path)) {
      families.add(new ColumnFamilyDescriptor(name));
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (RocksDB db = RocksDB.open(new DBOptions(), path, families, handles)) {
      work.on(db);
      for (ColumnFamilyHandle handle : handles) {
        handle.close();
      }
    }
  }

  private static void backup(String path, String directory) throws RocksDBException {
    open(path, db -> {
      try (BackupEngine engine = BackupEngine.open(Env.getDefault(), new BackupEngineOptions(directory))) {
        engine.createNewBackup(db, false);
      }
    });
  }

  private static void restore(String directory, String path) throws RocksDBException {
    try (BackupEngine engine = BackupEngine.open(Env.getDefault(), new BackupEngineOptions(directory))) {
      engine.restoreDbFromLatestBackup(path, path, new RestoreOptions(false));
    }
  }

  private static void checkpoint(String path, String directory) throws RocksDBException {
    open(path, db -> {
      try (Checkpoint checkpoint = Checkpoint.create(db)) {
        checkpoint.createCheckpoint(directory);
      }
    });
  }

  /** Lines `good ID SIZE FILES` and `damaged ID`. */
  private static void list(String directory) throws RocksDBException {
    try (BackupEngine engine = BackupEngine.open(Env.getDefault(), new BackupEngineOptions(directory))) {
      for (BackupInfo info : engine.getBackupInfo()) {
        System.out.println("good " + info.backupId() + " " + info.size() + " " + info.numberFiles());
      }
      for (int id : engine.getCorruptedBackups()) {
        System.out.println("damaged " + id);
      }
    }
  }
}
