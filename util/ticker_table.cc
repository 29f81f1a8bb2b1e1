// Turns the table of ticker_table.h into the maps of statistics.h.
#include "util/ticker_table.h"

namespace ROCKSDB_NAMESPACE {

namespace {

#define ENUM_OF(id, name, sentence) id,
constexpr Tickers kTickerOrder[] = {BUCKETLSM_TICKER_TABLE(ENUM_OF)};
constexpr Histograms kHistogramOrder[] = {BUCKETLSM_HISTOGRAM_TABLE(ENUM_OF)};
#undef ENUM_OF

#define SENTENCE_OF(id, name, sentence) sentence,
constexpr const char* kTickerSentences[] = {BUCKETLSM_TICKER_TABLE(SENTENCE_OF)};
constexpr const char* kHistogramSentences[] = {BUCKETLSM_HISTOGRAM_TABLE(SENTENCE_OF)};
#undef SENTENCE_OF

template <typename Enum, size_t N>
constexpr bool InOrder(const Enum (&order)[N]) {
  for (size_t i = 0; i < N; ++i) {
    if (order[i] != i) {
      return false;
    }
  }
  return true;
}

// The numbers of tickers and histograms are part of the API: an entry in the wrong place would
// shift the names of all later ones.
static_assert(std::size(kTickerOrder) == TICKER_ENUM_MAX && InOrder(kTickerOrder));
static_assert(std::size(kHistogramOrder) == HISTOGRAM_ENUM_MAX && InOrder(kHistogramOrder));

}  // namespace

#define PAIR_OF(id, name, sentence) {id, name},
const std::vector<std::pair<Tickers, std::string>> TickersNameMap = {
    BUCKETLSM_TICKER_TABLE(PAIR_OF)};
const std::vector<std::pair<Histograms, std::string>> HistogramsNameMap = {
    BUCKETLSM_HISTOGRAM_TABLE(PAIR_OF)};
#undef PAIR_OF

const char* TickerSentence(uint32_t ticker) {
  return ticker < TICKER_ENUM_MAX ? kTickerSentences[ticker] : "";
}

const char* HistogramSentence(uint32_t histogram) {
  return histogram < HISTOGRAM_ENUM_MAX ? kHistogramSentences[histogram] : "";
}

}  // namespace ROCKSDB_NAMESPACE
