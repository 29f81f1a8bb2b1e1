-- Puts a ledger into the transactions of a packaged sysbench script, which LEDGER_SCRIPT names by its path: each writes
-- its number to a table of MyRocks, and every other one to a table of InnoDB too, so that the binlog and two engines
-- commit it in two phases. When COMMIT has returned, the number goes to a file of the folder LEDGER_ACKNOWLEDGED.
-- Numbers: LEDGER_FIRST + the thread's index + 64 for each transaction before; those with an even count go to InnoDB.
dofile(os.getenv("LEDGER_SCRIPT"))

local plain_event, plain_thread_init, plain_commit = event, thread_init, commit
local number, file

function thread_init()
   plain_thread_init()
   number = tonumber(os.getenv("LEDGER_FIRST")) + sysbench.tid
   file = assert(io.open(os.getenv("LEDGER_ACKNOWLEDGED") .. "/" .. sysbench.tid, "w"))
end

local function enter()
   local shown = string.format("%d", number)
   con:query("INSERT INTO ledger_rocks VALUES (" .. shown .. ", REPEAT('r', 200))")
   if math.floor(number / 64) % 2 == 0 then
      con:query("INSERT INTO ledger_inno VALUES (" .. shown .. ")")
   end
end

local function acknowledge()
   file:write(string.format("%d\n", number))
   file:flush()
end

-- A script with transactions of its own calls commit(); one without executes single statements.
if os.getenv("LEDGER_OWN_TRANSACTIONS") == "yes" then
   function commit()
      enter()
      plain_commit()
      acknowledge()
   end
   function event()
      number = number + 64
      plain_event()
   end
else
   function event()
      number = number + 64
      con:query("BEGIN")
      plain_event()
      enter()
      con:query("COMMIT")
      acknowledge()
   end
end
