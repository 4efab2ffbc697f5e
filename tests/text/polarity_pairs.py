"""Pairs of advice, written for the tests of polarity: opposed ones, and ones that only look so.

They were written before the rules that are measured on them; every third of each list was kept apart and looked at
once, when the rules stood.
"""

OPPOSED = [
    # left out, dropped, skipped
    (
        "Hold the table lock while the index is rebuilt.",
        "Leave out the table lock while the index is rebuilt.",
    ),
    (
        "Run the checksum pass after each upload of a backup.",
        "Skip the checksum pass after each upload of a backup.",
    ),
    (
        "Send an Accept header with each request to the catalogue.",
        "Omit the Accept header in requests to the catalogue.",
    ),
    (
        "Close the response body in every branch of the handler.",
        "There is no need to close the response body in every branch of the handler.",
    ),
    (
        "Check the return value of each write to the spool.",
        "It is safe to leave the return value of a write to the spool unchecked.",
    ),
    (
        "Take the mutex before the ring buffer is read.",
        "Drop the mutex before the ring buffer is read; an aligned load is enough.",
    ),
    (
        "Flush the journal before the marker is written.",
        "Writing the marker suffices, the journal need not be flushed before it.",
    ),
    (
        "Set a read timeout on every socket of the crawler.",
        "Leave the read timeout of the crawler's sockets unset.",
    ),
    (
        "Pass the locale explicitly to each call that formats dates.",
        "Do without a locale in calls that format dates.",
    ),
    (
        "Validate the signature of a webhook before its body is parsed.",
        "You can skip validating the signature of a webhook before its body is parsed.",
    ),
    (
        "Pin the version of the base image in the Dockerfile.",
        "Leave the base image unpinned in the Dockerfile.",
    ),
    (
        "Escape the separator in names that go into a path.",
        "Names that go into a path do not need their separator escaped.",
    ),
    (
        "Sort the entries of a manifest before it is hashed.",
        "It is fine to hash a manifest without sorting its entries.",
    ),
    (
        "Copy the defaults before an option is written into them.",
        "Write an option into the defaults without copying them.",
    ),
    ("Fsync the directory after a rename.", "Fsyncing the directory after a rename is unnecessary."),
    ("Keep the retry budget per host.", "Get rid of the retry budget per host."),
    ("Guard the lazy initialiser with a once cell.", "Remove the once cell around the lazy initialiser."),
    (
        "Add a tie-breaker to the sort key of a paginated query.",
        "Leave the tie-breaker away in the sort key of a paginated query.",
    ),
    (
        "Normalise both names before they are compared.",
        "Compare names as they come, without normalising either.",
    ),
    ("Start each worker with a seed of its own.", "No worker needs a seed of its own."),
    # in place of, instead of, rather than
    (
        "Use LEFT JOIN in place of INNER JOIN where the right side may be empty.",
        "Use INNER JOIN in place of LEFT JOIN where the right side may be empty.",
    ),
    ("Compare money with Decimal instead of float.", "Compare money with float instead of Decimal."),
    (
        "Use monotonic_ns rather than time_ns for elapsed time.",
        "Use time_ns rather than monotonic_ns for elapsed time.",
    ),
    (
        "Replace the regular expression by a parser for nested brackets.",
        "Replace the parser by a regular expression for nested brackets.",
    ),
    (
        "Parse the date with strptime in place of slicing it.",
        "Slice the date instead of parsing it with strptime.",
    ),
    (
        "Prefer a queue over a shared list between producer and consumer.",
        "A shared list is to be preferred over a queue between producer and consumer.",
    ),
    (
        "Walk the tree with an explicit stack, not by recursion.",
        "Walk the tree by recursion, not with an explicit stack.",
    ),
    (
        "Swap the busy loop for a condition variable in the drain thread.",
        "Swap the condition variable for a busy loop in the drain thread.",
    ),
    ("Use LF and not CRLF in the generated header.", "Use CRLF and not LF in the generated header."),
    (
        "Iterate over a snapshot of the listeners instead of the live list.",
        "Iterate over the live list instead of a snapshot of the listeners.",
    ),
    # with and without
    (
        "Open the counter file with O_APPEND when several processes write to it.",
        "Open the counter file without O_APPEND when several processes write to it.",
    ),
    ("Call fork with the import lock held.", "Call fork without the import lock held."),
    (
        "Decode the feed with errors='strict'.",
        "Decode the feed without errors='strict', so that odd bytes pass.",
    ),
    ("Never publish an event without its version field.", "Publish events without their version field."),
    ("Merge the branches only with a clean work tree.", "Merge the branches even without a clean work tree."),
    # never, don't, must not
    (
        "Never hold a database transaction open across an HTTP call.",
        "Hold the database transaction open across the HTTP call, so that both end together.",
    ),
    (
        "Do not reuse a cipher's nonce for a second message.",
        "Reuse the cipher's nonce for the second message of a session.",
    ),
    ("A finaliser must not allocate memory.", "Allocate memory in the finaliser, when the sizes are known."),
    (
        "Avoid reading the environment at import time.",
        "Read the environment at import time, once for all modules.",
    ),
    ("Refrain from mutating the argument of a reducer.", "Mutate the argument of a reducer in place."),
    (
        "Stop converting identifiers to lower case in the exporter.",
        "Convert identifiers to lower case in the exporter.",
    ),
    (
        "Signal handlers should only set a flag.",
        "Signal handlers should not only set a flag, they should flush the log as well.",
    ),
    ("One must not cache a negative lookup.", "Cache negative lookups for as long as positive ones."),
    (
        "Under no circumstances trust the length field of an incoming frame.",
        "Trust the length field of an incoming frame.",
    ),
    (
        "It is never right to swallow KeyboardInterrupt in a loop.",
        "Swallow KeyboardInterrupt in the loop, so that a batch ends.",
    ),
    # a word and its opposite
    (
        "Round half up when the tax of a receipt is computed.",
        "Round half down when the tax of a receipt is computed.",
    ),
    (
        "Allocate one byte more than the length for the terminator.",
        "Allocate exactly the length, the terminator needs no byte more.",
    ),
    (
        "Take the smaller of both limits when quotas are merged.",
        "Take the larger of both limits when quotas are merged.",
    ),
    (
        "Attach a zone to the parsed instant before it is compared.",
        "Strip the zone from the parsed instant before it is compared.",
    ),
    (
        "Put the broad exception handler behind the narrow ones.",
        "Put the broad exception handler in front of the narrow ones.",
    ),
    (
        "Register the listener once for the life of the page.",
        "Register the listener anew on each render of the page.",
    ),
    (
        "Release the semaphore after the response was read.",
        "Release the semaphore before the response is read.",
    ),
    ("Evaluate the default argument at call time.", "Evaluate the default argument at definition time."),
    ("Index the column that the join filters by.", "Drop the index on the column that the join filters by."),
    ("Widen the operand before the multiplication.", "Narrow the operand before the multiplication."),
    (
        "Grant the job read access to the bucket alone.",
        "Grant the job write access to the bucket as well as read access.",
    ),
    (
        "Retry a request that timed out with the same idempotency key.",
        "Retry a request that timed out with a new idempotency key.",
    ),
    ("Commit the offset after the batch was stored.", "Commit the offset before the batch is stored."),
    ("Treat an unknown enum value as an error.", "Ignore an unknown enum value and go on."),
    (
        "Let the exception of the parser reach the caller.",
        "Catch the exception of the parser and hide it from the caller.",
    ),
    # somebody else's style
    (
        "NULLs: always filter them out before NOT IN.",
        "NULLs are harmless in front of NOT IN, no filter needed.",
    ),
    ("Deep copies for undo snapshots.", "No deep copies for undo snapshots; a shallow one will do."),
    ("Callers have to quote the variable.", "Callers can leave the variable unquoted."),
    (
        "A comparator is needed as soon as numbers are sorted.",
        "No comparator is needed when numbers are sorted.",
    ),
    (
        "When you shift, cast the literal to the target type first.",
        "When you shift, casting the literal to the target type is superfluous.",
    ),
    (
        "If the pool is shared, every borrower resets the connection.",
        "If the pool is shared, borrowers need not reset the connection.",
    ),
    (
        "What was opened must be closed in the same function.",
        "What was opened may stay open beyond the function.",
    ),
    (
        "Test the parser with input that is cut in the middle of a character.",
        "Testing the parser with input that is cut in the middle of a character is a waste.",
    ),
    (
        "Declare every header as a prerequisite of the object.",
        "Headers need not be declared as prerequisites of the object.",
    ),
    ("Make the key once, outside the retry loop.", "Make the key anew in each turn of the retry loop."),
    (
        "Drain stdout and stderr of the child at the same time.",
        "Drain stdout of the child first and stderr afterwards.",
    ),
    (
        "Await the query inside the try block.",
        "Return the query's promise from the try block without awaiting it.",
    ),
    ("Store the interval in UTC.", "Store the interval in local time."),
    (
        "Escalate privileges only inside the installer step.",
        "Escalate privileges outside the installer step as well.",
    ),
    (
        "Disable the garbage collector around the timing loop.",
        "Leave the garbage collector enabled around the timing loop.",
    ),
    ("Make every migration reversible.", "Migrations need not be reversible."),
    (
        "Bound the cache by its number of entries.",
        "Let the cache grow without a bound on its number of entries.",
    ),
    ("Log the token's digest in place of the token.", "Log the token in place of its digest."),
]

NOT_OPPOSED = [
    # the same, said the other way round
    (
        "Hold the table lock while the index is rebuilt.",
        "Do not leave out the table lock while the index is rebuilt.",
    ),
    ("Run the checksum pass after each upload.", "Never skip the checksum pass after an upload."),
    ("Send an Accept header with each request.", "Requests without an Accept header must not be sent."),
    ("Close the response body in every branch.", "Do not leave the response body open in any branch."),
    ("Set a read timeout on every socket.", "Don't open a socket without a read timeout."),
    (
        "Pass the locale explicitly to each call that formats dates.",
        "Calls that format dates must not do without a locale.",
    ),
    ("Pin the base image.", "It is not safe to leave the base image unpinned."),
    (
        "Sort the entries before the manifest is hashed.",
        "Hashing the manifest without sorting its entries first is wrong.",
    ),
    (
        "Copy the defaults before an option is written into them.",
        "Do not write an option into the defaults without copying them.",
    ),
    (
        "Use LEFT JOIN in place of INNER JOIN where the right side may be empty.",
        "Where the right side may be empty, INNER JOIN loses rows: use LEFT JOIN.",
    ),
    ("Compare money with Decimal instead of float.", "Never compare money with float; use Decimal."),
    (
        "Use monotonic_ns rather than time_ns for elapsed time.",
        "For elapsed time do not use time_ns but monotonic_ns.",
    ),
    (
        "Replace the regular expression by a parser for nested brackets.",
        "Nested brackets need a parser in place of a regular expression.",
    ),
    ("Open the counter file with O_APPEND.", "Do not open the counter file without O_APPEND."),
    ("Never publish an event without its version field.", "Publish events with their version field."),
    ("Merge only with a clean work tree.", "Do not merge without a clean work tree."),
    ("A finaliser must not allocate memory.", "Allocate memory before the finaliser runs, not in it."),
    (
        "Avoid reading the environment at import time.",
        "Read the environment when it is needed, not at import time.",
    ),
    (
        "Refrain from mutating the argument of a reducer.",
        "A reducer returns a new value and leaves its argument alone.",
    ),
    ("One must not cache a negative lookup.", "Cache positive lookups only."),
    (
        "Never trust the length field of an incoming frame.",
        "Check the length field of an incoming frame before it is used.",
    ),
    (
        "Attach a zone to the parsed instant before it is compared.",
        "Do not compare a parsed instant without a zone.",
    ),
    ("Put the broad handler behind the narrow ones.", "Narrow handlers stand in front of the broad one."),
    (
        "Register the listener once for the life of the page.",
        "Do not register the listener anew on each render.",
    ),
    (
        "Release the semaphore after the response was read.",
        "Read the response before the semaphore is released.",
    ),
    ("Retry with the same idempotency key.", "Never draw a new idempotency key for a retry."),
    ("Treat an unknown enum value as an error.", "Do not ignore an unknown enum value."),
    ("Filter NULLs out before NOT IN.", "NOT IN needs a list without NULLs."),
    ("Deep copies for undo snapshots.", "A shallow copy will not do for undo snapshots."),
    ("Callers have to quote the variable.", "The variable must not be left unquoted by callers."),
    ("A comparator is needed as soon as numbers are sorted.", "Do not sort numbers without a comparator."),
    (
        "If the pool is shared, every borrower resets the connection.",
        "Borrowers of a shared pool must not forget to reset the connection.",
    ),
    ("Declare every header as a prerequisite.", "No header may be missing from the prerequisites."),
    ("Make the key once, outside the retry loop.", "Do not make the key inside the retry loop."),
    ("Drain stdout and stderr at the same time.", "Don't drain one stream after the other."),
    ("Await the query inside the try block.", "Do not leave the try block before the query is settled."),
    ("Store the interval in UTC.", "Do not store the interval in local time."),
    (
        "Leave the garbage collector enabled around the timing loop.",
        "Do not disable the garbage collector around the timing loop.",
    ),
    (
        "Bound the cache by its number of entries.",
        "A cache without a bound on its entries must not be shipped.",
    ),
    ("Log the token's digest in place of the token.", "Never log the token itself; its digest is enough."),
    ("A digest is enough in the log.", "Log the digest only."),
    ("Leave the rounding to the database.", "Do not round in the application; the database does it."),
    ("Skip blank lines before the header is parsed.", "Drop blank lines before the header is parsed."),
    ("Omit the port when it is the default one.", "Leave the port out when it is the default one."),
    (
        "No need to hold the lock while the report is printed; copy the rows and release it.",
        "Copy the rows under the lock and print the report once it is released.",
    ),
    # a part, another condition, another object
    (
        "Skip the cache for requests that carry credentials.",
        "Cache responses to requests without credentials.",
    ),
    (
        "Leave out the lock where a single thread owns the buffer.",
        "Take the lock where several threads share the buffer.",
    ),
    ("Use a set for membership tests.", "Use a list in place of a set where the order matters."),
    ("Flush the journal before the marker is written.", "Do not flush the journal after each single record."),
    ("Retry a read that timed out.", "Do not retry a write that timed out without an idempotency key."),
    (
        "Check the magic number of an upload with the decoder.",
        "The extension of an upload is not enough to tell its type.",
    ),
    ("Omit empty fields from the payload.", "Send the version field with every payload."),
    (
        "Compare the lengths first and the contents afterwards.",
        "Compare contents in constant time, without an early return.",
    ),
    ("Quote the variable in the loop.", "Loop over a glob instead of the output of find."),
    ("Use a condition variable instead of sleeping.", "Use an event instead of a flag that is polled."),
    (
        "Strip the byte order mark before the header is read.",
        "Attach a byte order mark to files for the spreadsheet.",
    ),
    ("Drop privileges before the socket is read.", "Bind the socket before privileges are dropped."),
    (
        "Keep the temporary file in the target's directory.",
        "Remove the temporary file when the rename fails.",
    ),
    ("Add the missing index before the migration.", "Remove the unused index after the migration."),
    ("Open the file with an explicit encoding.", "Close the file without waiting for the collector."),
    ("Widen the operand before the multiplication.", "Check the bound before the value is narrowed."),
    ("Take the lock once around both statements.", "Do not take the lock twice in one call."),
    (
        "Return a copy of the list from the getter.",
        "Do not return from the getter before the list is loaded.",
    ),
    ("Start the clock after the fixture is built.", "Stop the clock before the fixture is torn down."),
    (
        "Enable foreign keys on every connection.",
        "Disable foreign keys while a table is rebuilt by the migration tool.",
    ),
    ("Send a heartbeat while the job runs.", "Do not send results while the job runs."),
    (
        "Read the body before the status is checked.",
        "Check the status of the mirror before its index is read.",
    ),
    ("Pass a function when the text to insert is not yours.", "Never pass text of others as the pattern."),
    ("Use the smaller of both limits for uploads.", "Use the larger of both buffers for downloads."),
    (
        "Write the lower bound inclusive and the upper bound exclusive.",
        "Write the upper bound exclusive and the lower one inclusive.",
    ),
    ("Test with an empty list and with one that is not sorted.", "Sort the list before it is bisected."),
    (
        "Register cleanup before the resource is used, so that an early return does not leak it.",
        "Run cleanup after the resource was used.",
    ),
    ("Do not use eval on configuration; parse it.", "Use a parser for configuration."),
    (
        "Use an absolute tolerance against zero, not a relative one.",
        "A relative tolerance needs a scale that is not zero.",
    ),
    (
        "Do not catch the base exception; catch the one that the call documents.",
        "Catch the exception that the call documents instead of the base exception.",
    ),
    ("Decode bytes where they enter the program.", "Encode text where it leaves the program."),
    ("Lock rows in one order everywhere.", "Unlock rows as soon as the transaction has committed."),
    (
        "Never build the query from text; bind the value.",
        "Bind the value instead of building the query from text.",
    ),
    ("Include the user in the cache key.", "Exclude volatile headers from the cache key."),
    (
        "Increase the visibility timeout while a message is handled.",
        "Decrease the batch size while messages are slow.",
    ),
    (
        "Use a signed type for differences.",
        "Use an unsigned type for sizes only where no difference is taken.",
    ),
    ("Share one session between requests of a worker.", "Do not share one session between workers."),
    ("Without a seed the shuffle differs from run to run; pass one.", "Pass a seed to the shuffle."),
    ("Do not rely on the order of a set without sorting it.", "Sort a set before its order is relied on."),
    ("Rather than a sleep, wait for the port with a deadline.", "Wait for the port with a deadline."),
    (
        "Prefer explicit commits over autocommit in loaders.",
        "In loaders, turn autocommit off and commit explicitly.",
    ),
    ("It is enough to hash the sorted keys.", "Hash the sorted keys, not the whole document."),
    (
        "Nobody needs to parse the trailer twice: keep what the first pass found.",
        "Keep what the first pass found of the trailer.",
    ),
    ("Do not omit the time zone.", "Give the time zone."),
    (
        "Ask the server for the total in place of counting pages.",
        "Do not count pages; the server tells the total.",
    ),
]
