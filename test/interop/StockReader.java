// Reads a database with stock RocksDB (rocksdbjni) for interop_test.py; run as a single source file by `java`.
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.rocksdb.*;

/** Prints every family of a database as lines `family keyhex valuehex`, read by stock RocksDB. */
public class StockReader {
  public static void main(String[] args) throws RocksDBException {
    RocksDB.loadLibrary();
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    for (byte[] name : RocksDB.listColumnFamilies(new Options(), args[0])) {
      families.add(new ColumnFamilyDescriptor(name));
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    StringBuilder out = new StringBuilder();
    try (RocksDB db = RocksDB.open(new DBOptions(), args[0], families, handles)) {
      for (ColumnFamilyHandle handle : handles) {
        String name = new String(handle.getName());
        out.append(name).append('\n');
        try (RocksIterator it = db.newIterator(handle)) {
          for (it.seekToFirst(); it.isValid(); it.next()) {
            out.append(name).append(' ').append(hex(it.key())).append(' ').append(hex(it.value())).append('\n');
          }
          it.status();
        }
        handle.close();
      }
    }
    System.out.print(out);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
