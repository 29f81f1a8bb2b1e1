// Puts the rows of all kinds into one table.
#include "test/model/operations.h"

namespace model {

const std::vector<Operation>& Operations() {
  static const std::vector<Operation> table = [] {
    std::vector<Operation> all;
    for (auto rows : {WriteOperations(), ReadOperations(), AdminOperations(), LogOperations(),
                      CopyOperations(), TransactionOperations(), IngestionOperations()}) {
      all.insert(all.end(), rows.begin(), rows.end());
    }
    return all;
  }();
  return table;
}

const Operation* FindOperation(const std::string& name) {
  for (const Operation& operation : Operations()) {
    if (operation.name == name) return &operation;
  }
  return nullptr;
}

}  // namespace model
