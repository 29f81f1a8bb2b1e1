// The table of operations that streams are made of. A new feature joins the model check by one row
// here: its name, its arguments, what it does to the ordered maps and what it does to a database.
// Both sides write an answer; the answers must be the same text under every option set.
#pragma once

#include <string>
#include <vector>

#include "test/model/database.h"
#include "test/model/op.h"
#include "test/model/world.h"

namespace model {

struct Operation {
  std::string name;
  uint32_t weight;  // how often it is drawn, against the others
  bool always;      // no stream leaves it out
  std::vector<ArgSpec> args;
  std::vector<ArgSpec> items;
  uint32_t max_items;
  void (*on_model)(const Op& op, World* world, std::string* answer);
  // What the database knows of the past is its own business: it never sees the model.
  void (*on_database)(const Op& op, Database* database, std::string* answer);
};

const std::vector<Operation>& Operations();
const Operation* FindOperation(const std::string& name);  // null: there is none

// The rows, by kind; write_operations.cc, read_operations.cc, admin_operations.cc,
// log_operations.cc, copy_operations.cc, transaction_operations.cc and ingestion_operations.cc hold
// them.
std::vector<Operation> WriteOperations();
std::vector<Operation> ReadOperations();
std::vector<Operation> AdminOperations();
std::vector<Operation> LogOperations();
std::vector<Operation> CopyOperations();
std::vector<Operation> TransactionOperations();
std::vector<Operation> IngestionOperations();

}  // namespace model
