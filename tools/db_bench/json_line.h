// Builds one flat JSON object for the summaries. It escapes text values and trusts keys.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

namespace bench {

class JsonLine {
 public:
  JsonLine& Add(const char* key, const std::string& text) {
    std::string quoted = "\"";
    for (unsigned char c : text) {
      if (c == '"' || c == '\\') {
        quoted += '\\';
        quoted += static_cast<char>(c);
      } else if (c < 0x20) {
        char escape[8];
        std::snprintf(escape, sizeof(escape), "\\u%04x", c);
        quoted += escape;
      } else {
        quoted += static_cast<char>(c);
      }
    }
    return Raw(key, quoted + "\"");
  }
  JsonLine& Add(const char* key, double number) {
    char text[40];
    std::snprintf(text, sizeof(text), "%.6g", std::isfinite(number) ? number : 0.0);
    return Raw(key, text);
  }
  JsonLine& Add(const char* key, uint64_t number) { return Raw(key, std::to_string(number)); }
  JsonLine& Add(const char* key, int64_t number) { return Raw(key, std::to_string(number)); }

  std::string Text() const { return "{" + body_ + "}"; }

 private:
  JsonLine& Raw(const char* key, const std::string& value) {
    if (!body_.empty()) body_ += ", ";
    body_ += std::string("\"") + key + "\": " + value;
    return *this;
  }

  std::string body_;
};

}  // namespace bench
