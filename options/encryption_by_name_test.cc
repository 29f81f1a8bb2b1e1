// Ciphers, providers and file systems of rocksdb/env_encryption.h from option text. What the text
// forms give is what stock 7.8.3 answers; a block size of 0 is refused, which ends stock.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/convenience.h"
#include "rocksdb/env_encryption.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {

namespace {

TEST(EncryptionByName, CiphersTakeABlockSize) {
  for (const auto& [text, size] : std::vector<std::pair<std::string, size_t>>{
           {"ROT13", 32}, {"ROT13:16", 16}, {"id=ROT13;block_size=8", 8}}) {
    std::shared_ptr<BlockCipher> cipher;
    ASSERT_OK(BlockCipher::CreateFromString(ConfigOptions(), text, &cipher));
    ASSERT_NE(cipher, nullptr) << text;
    EXPECT_EQ(cipher->BlockSize(), size);
  }
  std::shared_ptr<BlockCipher> none;
  EXPECT_TRUE(BlockCipher::CreateFromString(ConfigOptions(), "ROT13:0", &none).IsInvalidArgument());
  EXPECT_OK(BlockCipher::CreateFromString(ConfigOptions(), "AES", &none));
  EXPECT_EQ(none, nullptr);
}

TEST(EncryptionByName, ProvidersNeedACipher) {
  for (const std::string text : {"CTR://test", "1://test", "id=CTR;cipher=ROT13",
                                 "id=CTR; cipher={id=ROT13;block_size=32}"}) {
    std::shared_ptr<EncryptionProvider> provider;
    ASSERT_OK(EncryptionProvider::CreateFromString(ConfigOptions(), text, &provider));
    ASSERT_NE(provider, nullptr) << text;
    EXPECT_EQ(provider->GetId(), "CTR");
    EXPECT_NE(provider->ToString(ConfigOptions()).find("cipher={id=ROT13;block_size=32;};"),
              std::string::npos);
    EXPECT_EQ(provider->GetPrefixLength(), 4096u);
  }
  std::shared_ptr<EncryptionProvider> none;
  EXPECT_TRUE(EncryptionProvider::CreateFromString(ConfigOptions(), "CTR", &none).IsNotFound());
}

TEST(EncryptionByName, FileSystemsNeedAProvider) {
  const std::string text = "provider={id=CTR;cipher=ROT13:16};id=EncryptedFileSystem";
  std::shared_ptr<FileSystem> fs;
  ASSERT_OK(FileSystem::CreateFromString(ConfigOptions(), text, &fs));
  EXPECT_NE(
      fs->ToString(ConfigOptions()).find("provider={id=CTR;cipher={id=ROT13;block_size=16;};};"),
      std::string::npos);
  EXPECT_NE(fs->CheckedCast<EncryptedFileSystem>(), nullptr);
  EXPECT_TRUE(
      FileSystem::CreateFromString(ConfigOptions(), "id=EncryptedFileSystem", &fs).IsNotFound());
  Env* env = nullptr;
  std::shared_ptr<Env> guard;
  ASSERT_OK(Env::CreateFromUri(ConfigOptions(), "", text, &env, &guard));
  EXPECT_STREQ(env->GetFileSystem()->Name(), "EncryptedFileSystem");
}

}  // namespace

}  // namespace ROCKSDB_NAMESPACE
