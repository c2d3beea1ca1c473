"""What the ledger does in one step, as Lua that the server runs whole or not at all.

All times are the server's own, in milliseconds, so that machines need not agree on the hour. What is kept:

- ``referee:job:<id>``, a hash: the document.
- ``…:input``: what the workers need. It goes when the job ends.
- ``…:chunks``, a hash of the chunks that were sent and are not done: for chunk 3 ``3:sent``, ``3:begun`` (how often),
  ``3:deaths`` (children lost over it), ``3:units``, and while it is worked on its lease and how long that holds:
  ``3:lease``, ``3:until``. ``…:done``, a bit for each chunk that is done. So a job of many chunks takes no more room
  than one of few.
- ``…:results``, a hash: the tallies of chunks that are done, until they are merged. ``…:tally``: those that are merged;
  the ``version`` of the document is how often that was done. ``…:partial``: what these come to so far.
  ``…:result``: what the job came to.
- ``referee:open:<queue>``, a sorted set: the jobs that are not finished, by when they expire.
  ``referee:owned:<hash>``, the same of one client.
- ``referee:key:<hash>``: the job and the hash of the body that an idempotency key stands for.
- ``referee:due``, a sorted set: each chunk that is sent or worked on, by the time at which the sweeper has to look at
  it.
- ``referee:worker:<id>``, a hash: for each pool child, by its process id, the chunk that it works on, its lease and its
  deadline; ``doomed`` when it has passed that and is about to be killed.
- ``referee:workers``, ``referee:bots`` and ``referee:queues``, sorted sets: the workers, the names of their bots and
  the queues that they serve, by when they were last heard of.
- ``referee:pools``, a hash: for each queue and worker how many chunks it works on at once. ``referee:room:<queue>``:
  the sum of these, as the sweeper has found it.
- ``referee:mark:<queue>``: what was sent to this queue before this time has left it.
- ``referee:probe:<queue>``: a probe is under way. ``referee:sweeper``: the worker that sweeps.
"""

from typing import Final

_PRELUDE: Final = """
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function whole(number) return string.format('%.0f', number) end
local function job_key(id) return 'referee:job:' .. id end
local function chunk_key(id) return 'referee:job:' .. id .. ':chunks' end

local function number(key, field) return tonumber(redis.call('HGET', key, field) or '0') or 0 end

local function active(id)
  local status = redis.call('HGET', job_key(id), 'status')
  return status == 'queued' or status == 'running'
end

-- A job that nobody has begun, or that is being worked on, is kept for a day at least: workers may be long in coming.
local function patience(id) return math.max(86400000, number(job_key(id), 'life')) end

-- Everything of a job goes at one time.
local function live_until(id, at)
  local job = job_key(id)
  redis.call('HSET', job, 'expires', whole(at))
  for _, part in ipairs({'', ':input', ':chunks', ':done', ':results', ':tally', ':partial', ':result'}) do
    redis.call('PEXPIREAT', job .. part, whole(at))
  end
  local key = redis.call('HGET', job, 'key')
  if key and key ~= '' then redis.call('PEXPIREAT', 'referee:key:' .. key, whole(at)) end
  local queue, owner = unpack(redis.call('HMGET', job, 'queue', 'owner'))
  redis.call('ZADD', 'referee:open:' .. queue, 'XX', whole(at), id)
  if owner and owner ~= '' then
    redis.call('ZADD', 'referee:owned:' .. owner, 'XX', whole(at), id)
    -- To be kept without end counts as later than any time.
    redis.call('PEXPIREAT', 'referee:owned:' .. owner, whole(at), 'NX')
    redis.call('PEXPIREAT', 'referee:owned:' .. owner, whole(at), 'GT')
  end
end

-- How many chunks of a job may be sent and not done: all that can be worked on. A job that comes later stands behind no
-- more than that of each other.
local function window(queue)
  return tonumber(redis.call('GET', 'referee:room:' .. queue) or '2')
end

-- How long a finished job lives counts from when it is shown as finished: else its end would tell the time it took.
local function finish(id, status, reason, at)
  local job = job_key(id)
  for _, field in ipairs(redis.call('HKEYS', job .. ':chunks')) do
    local chunk = string.match(field, '^(%d+):sent$')
    if chunk then redis.call('ZREM', 'referee:due', id .. ':' .. chunk) end
  end
  redis.call('HSET', job, 'status', status, 'reason', reason)
  redis.call('DEL', job .. ':input', job .. ':chunks', job .. ':done', job .. ':results', job .. ':tally',
    job .. ':partial')
  local queue, owner = unpack(redis.call('HMGET', job, 'queue', 'owner'))
  redis.call('ZREM', 'referee:open:' .. queue, id)
  if owner and owner ~= '' then redis.call('ZREM', 'referee:owned:' .. owner, id) end
  live_until(id, math.max(at, number(job, 'visible')) + number(job, 'life'))
end

local function let_go(id, chunk)
  redis.call('HDEL', chunk_key(id), chunk .. ':lease', chunk .. ':until')
end

local function is_done(id, chunk) return redis.call('GETBIT', job_key(id) .. ':done', chunk) == 1 end

local function parts(member)
  return string.match(member, '^(%x+):(%d+):?(%x*):?(%d*)$')
end

-- The child is no longer at this chunk.
local function leave(worker, pid, id, chunk, lease)
  local held, part, with = parts(redis.call('HGET', 'referee:worker:' .. worker, pid) or '')
  if held == id and part == chunk and with == lease then redis.call('HDEL', 'referee:worker:' .. worker, pid) end
end

-- Notes that a chunk is being sent now, and when to look whether it has begun.
local function note_sent(id, chunk, at, grace)
  redis.call('HSET', chunk_key(id), chunk .. ':sent', whole(at))
  redis.call('ZADD', 'referee:due', whole(at + grace), id .. ':' .. chunk)
end
"""


def _script(body: str, flags: str = "") -> str:
    """A script; what frees memory or ends work is allowed even when the server is full (``allow-oom``)."""
    return f"#!lua{f' flags={flags}' if flags else ''}\n{_PRELUDE}\n{body}"


# ARGV: id, key, body hash, kind, queue, chunks, steps, total, pace, limit, life, grace, input, how many unfinished jobs
# the queue may have, owner, how many of them that may have; 0 is no bound. Answers how many chunks to send.
MAKE: Final = _script(
    """
local id, key, body, at = ARGV[1], ARGV[2], ARGV[3], now()
if key ~= '' then
  local known = redis.call('GET', 'referee:key:' .. key)
  if known then
    local old, hash = string.match(known, '^(%x+):(%x+)$')
    if redis.call('EXISTS', job_key(old)) == 1 then return {hash == body and 'same' or 'other', old, 0} end
  end
end
local open, owner, owned = 'referee:open:' .. ARGV[5], ARGV[15], 'referee:owned:' .. ARGV[15]
redis.call('ZREMRANGEBYSCORE', open, '-inf', whole(at))
if tonumber(ARGV[14]) > 0 and redis.call('ZCARD', open) >= tonumber(ARGV[14]) then return {'full', id, 0} end
if owner ~= '' then
  redis.call('ZREMRANGEBYSCORE', owned, '-inf', whole(at))
  if tonumber(ARGV[16]) > 0 and redis.call('ZCARD', owned) >= tonumber(ARGV[16]) then return {'enough', id, 0} end
  redis.call('ZADD', owned, whole(at), id)
end
redis.call('ZADD', open, whole(at), id)
if key ~= '' then redis.call('SET', 'referee:key:' .. key, id .. ':' .. body) end
redis.call('HSET', job_key(id), 'status', 'queued', 'reason', '', 'key', key, 'kind', ARGV[4], 'queue', ARGV[5],
  'owner', owner, 'chunks', ARGV[6], 'steps', ARGV[7], 'left', ARGV[6], 'total', ARGV[8], 'done', '0',
  'limit', ARGV[10], 'life', ARGV[11], 'created', whole(at), 'visible', whole(at + tonumber(ARGV[9])),
  'version', '0', 'merged', whole(at))
redis.call('SET', job_key(id) .. ':input', ARGV[13])
local first = math.min(tonumber(ARGV[6]), window(ARGV[5]))
redis.call('HSET', job_key(id), 'next', first)
for chunk = 0, first - 1 do note_sent(id, chunk, at, tonumber(ARGV[12])) end
live_until(id, at + tonumber(ARGV[9]) + patience(id))
return {'made', id, first}
"""
)

# ARGV: id. A job that is over, but not yet shown to be, can be cancelled as well.
CANCEL: Final = _script(
    """
local id = ARGV[1]
if redis.call('EXISTS', job_key(id)) == 0 then return 0 end
local at = now()
if active(id) or at < number(job_key(id), 'visible') then
  if redis.call('HGET', job_key(id), 'status') ~= 'cancelled' then
    redis.call('DEL', job_key(id) .. ':result')
    -- How far it was is not to be told sooner for that.
    if at < number(job_key(id), 'visible') then redis.call('HSET', job_key(id), 'done', '0') end
    finish(id, 'cancelled', '', at)
    redis.call('HSET', job_key(id), 'visible', whole(at))
  end
end
return 1
""",
    "allow-oom",
)

# ARGV: id, chunk, worker, pid, lease, how long a lease is, how often a chunk may be begun
BEGIN: Final = _script(
    """
local id, chunk, worker, pid, lease = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local job, chunks = job_key(id), chunk_key(id)
if redis.call('HGET', 'referee:worker:' .. worker, pid) == 'doomed' then return {'doomed'} end
if not active(id) then return {'over'} end
if is_done(id, chunk) then return {'done'} end
if number(job, 'left') > 0 and tonumber(chunk) >= number(job, 'next') then return {'early'} end
local at = now()
-- Whoever asks a second time, since the first answer did not come through, has it.
local again = redis.call('HGET', chunks, chunk .. ':lease') == lease
if not again then
  if number(chunks, chunk .. ':until') > at then return {'taken'} end
  if number(chunks, chunk .. ':begun') >= tonumber(ARGV[7]) then
    finish(id, 'failed', 'worker-lost', at)
    return {'over'}
  end
  redis.call('HINCRBY', chunks, chunk .. ':begun', 1)
end
if number(job, 'expires') - at < patience(id) / 2 then live_until(id, at + patience(id)) end
redis.call('HSET', chunks, chunk .. ':lease', lease, chunk .. ':until', whole(at + ARGV[6]))
redis.call('PEXPIREAT', chunks, whole(number(job, 'expires')))
redis.call('ZADD', 'referee:due', whole(at + ARGV[6]), id .. ':' .. chunk)
redis.call('HSET', 'referee:worker:' .. worker, pid,
  id .. ':' .. chunk .. ':' .. lease .. ':' .. whole(at + number(job, 'limit')))
redis.call('PEXPIRE', 'referee:worker:' .. worker, 3600000)
redis.call('HSET', job, 'status', 'running')
return {'go', redis.call('HGET', job, 'kind'), redis.call('HGET', job, 'chunks'), redis.call('HGET', job, 'total'),
  redis.call('GET', job .. ':input')}
""",
    "allow-oom",
)

# ARGV: id, chunk, lease, units done. Answers whether to go on.
REPORT: Final = _script(
    """
local id, chunk, units = ARGV[1], ARGV[2], tonumber(ARGV[4])
if not active(id) then return 0 end
local chunks = chunk_key(id)
if redis.call('HGET', chunks, chunk .. ':lease') ~= ARGV[3] then return 0 end
local before = number(chunks, chunk .. ':units')
if units > before then
  redis.call('HSET', chunks, chunk .. ':units', whole(units))
  redis.call('HINCRBY', job_key(id), 'done', whole(units - before))
end
return 1
""",
    "allow-oom",
)

# ARGV: id, chunk, worker, pid, lease, units of the chunk, grace, result, how many tallies may wait to be merged, for
# how long they may, how long whoever merges has for it. The first result counts, whoever has the lease. Answers the
# queue, whether to merge now, whether nobody waits in the queue (a list of the messenger's, by the same name), and the
# chunks to send.
COMMIT: Final = _script(
    """
local id, chunk, units = ARGV[1], ARGV[2], tonumber(ARGV[6])
local job, chunks = job_key(id), chunk_key(id)
leave(ARGV[3], ARGV[4], id, chunk, ARGV[5])
if not active(id) then return {'over'} end
if is_done(id, chunk) then return {'done'} end
local at = now()
redis.call('HINCRBY', job, 'done', whole(units - number(chunks, chunk .. ':units')))
redis.call('ZREM', 'referee:due', id .. ':' .. chunk)
local count = number(job, 'chunks')
if number(job, 'steps') == 1 or tonumber(chunk) == count then
  redis.call('SET', job .. ':result', ARGV[8])
  finish(id, 'succeeded', '', at)
  return {'kept'}
end
for _, field in ipairs({'sent', 'begun', 'deaths', 'units', 'lease', 'until'}) do
  redis.call('HDEL', chunks, chunk .. ':' .. field)
end
redis.call('SETBIT', job .. ':done', chunk, 1)
redis.call('HSET', job .. ':results', chunk, ARGV[8])
local queue, following = redis.call('HGET', job, 'queue'), {}
local left, first = redis.call('HINCRBY', job, 'left', -1), number(job, 'next')
if left == 0 then
  following[1] = count
else
  -- Not too many at once, however many workers have come.
  local last = math.min(count, first + 64, window(queue) + count - left)
  for place = first, last - 1 do following[#following + 1] = place end
  redis.call('HSET', job, 'next', math.max(first, last))
end
for _, place in ipairs(following) do note_sent(id, place, at, tonumber(ARGV[7])) end
for _, part in ipairs({':chunks', ':done', ':results'}) do
  redis.call('PEXPIREAT', job .. part, whole(number(job, 'expires')))
end
local many = redis.call('HLEN', job .. ':results') >= tonumber(ARGV[9])
local due = many or at - number(job, 'merged') >= tonumber(ARGV[10])
local merge = due and left > 0 and number(job, 'merging') <= at
if merge then redis.call('HSET', job, 'merging', whole(at + ARGV[11])) end
return {'kept', queue, merge and 1 or 0, redis.call('LLEN', queue) == 0 and 1 or 0, unpack(following)}
""",
    "allow-oom",
)

# ARGV: id, how many at most. Answers the version, the tally so far, and then the chunks whose tallies wait, and these.
GATHER: Final = _script(
    """
local id = ARGV[1]
local job = job_key(id)
if not active(id) then return {} end
local found = {redis.call('HGET', job, 'version'), redis.call('GET', job .. ':tally') or ''}
for place, chunk in ipairs(redis.call('HKEYS', job .. ':results')) do
  if place > tonumber(ARGV[2]) then break end
  found[#found + 1] = chunk
  found[#found + 1] = redis.call('HGET', job .. ':results', chunk)
end
return found
""",
    "allow-oom",
)

# ARGV: id, version, the new tally, what it comes to, how many tallies may wait, the chunks whose tallies are in it…
# Only if nobody else has merged meanwhile: so each tally is merged once. Answers how many wait, if they are too many.
MERGED: Final = _script(
    """
local id = ARGV[1]
local job = job_key(id)
if not active(id) or redis.call('HGET', job, 'version') ~= ARGV[2] then return 0 end
local at, expires = now(), whole(number(job, 'expires'))
redis.call('SET', job .. ':tally', ARGV[3], 'PXAT', expires)
if ARGV[4] ~= '' then redis.call('SET', job .. ':partial', ARGV[4], 'PXAT', expires) end
for place = 6, #ARGV do redis.call('HDEL', job .. ':results', ARGV[place]) end
redis.call('HINCRBY', job, 'version', 1)
redis.call('HSET', job, 'merged', whole(at), 'merging', '0')
local left = redis.call('HLEN', job .. ':results')
return left >= tonumber(ARGV[5]) and left or 0
""",
    "allow-oom",
)

# ARGV: id, chunk, worker, pid, lease, reason. Only who has the lease may end the job; without a reason it is just left.
LEAVE: Final = _script(
    """
local id, chunk, lease = ARGV[1], ARGV[2], ARGV[5]
leave(ARGV[3], ARGV[4], id, chunk, lease)
local mine = redis.call('HGET', chunk_key(id), chunk .. ':lease') == lease
if mine and ARGV[6] ~= '' and active(id) then finish(id, 'failed', ARGV[6], now()) end
return 1
""",
    "allow-oom",
)

# ARGV: id, reason
FAIL: Final = _script(
    """
if active(ARGV[1]) then finish(ARGV[1], 'failed', ARGV[2], now()) end
return 1
""",
    "allow-oom",
)

# ARGV: worker, lease, grace, deaths allowed, how long the server was away, dead children… Answers whom to kill and what
# to send again.
KEEP: Final = _script(
    """
local worker = 'referee:worker:' .. ARGV[1]
local at, grace, away = now(), tonumber(ARGV[3]), tonumber(ARGV[5])
local dead = {}
for place = 6, #ARGV do dead[ARGV[place]] = true end
local kill, again = {}, {}
local children = redis.call('HGETALL', worker)
for place = 1, #children, 2 do
  local pid, member = children[place], children[place + 1]
  local id, chunk, lease, deadline = parts(member)
  local chunks = id and chunk_key(id)
  local mine = id and active(id) and redis.call('HGET', chunks, chunk .. ':lease') == lease
  if id and away > 0 then
    -- No more than the time for which it has been at the chunk.
    local since = tonumber(deadline) - number(job_key(id), 'limit')
    deadline = whole(tonumber(deadline) + math.max(0, math.min(away, at - since)))
    redis.call('HSET', worker, pid, id .. ':' .. chunk .. ':' .. lease .. ':' .. deadline)
  end
  local late = id and at > tonumber(deadline)
  if dead[pid] then
    redis.call('HDEL', worker, pid)
    if mine then
      local deaths = redis.call('HINCRBY', chunks, chunk .. ':deaths', 1)
      if late then
        finish(id, 'failed', 'time-limit', at)
      elseif deaths >= tonumber(ARGV[4]) then
        finish(id, 'failed', 'worker-lost', at)
      else
        let_go(id, chunk)
        note_sent(id, chunk, at, grace)
        again[#again + 1] = {id, tonumber(chunk), redis.call('HGET', job_key(id), 'queue')}
      end
    end
  elseif member == 'doomed' then
    kill[#kill + 1] = tonumber(pid)
  elseif late then
    if mine then finish(id, 'failed', 'time-limit', at) end
    redis.call('HSET', worker, pid, 'doomed')
    kill[#kill + 1] = tonumber(pid)
  elseif mine then
    redis.call('HSET', chunks, chunk .. ':until', whole(at + ARGV[2]))
    redis.call('ZADD', 'referee:due', whole(at + ARGV[2]), id .. ':' .. chunk)
  end
end
redis.call('PEXPIRE', worker, 3600000)
return {kill, again}
""",
    "allow-oom",
)

# ARGV: worker. What its children were at may be begun by others at once; none of it is held against the chunk.
RELEASE: Final = _script(
    """
local worker = 'referee:worker:' .. ARGV[1]
local at = now()
local children = redis.call('HGETALL', worker)
for place = 1, #children, 2 do
  local id, chunk, lease = parts(children[place + 1])
  if id and active(id) and redis.call('HGET', chunk_key(id), chunk .. ':lease') == lease then
    redis.call('HINCRBY', chunk_key(id), chunk .. ':begun', -1)
    redis.call('HSET', chunk_key(id), chunk .. ':until', '0')
    redis.call('ZADD', 'referee:due', whole(at), id .. ':' .. chunk)
  end
end
redis.call('DEL', worker)
redis.call('ZREM', 'referee:workers', ARGV[1])
for _, field in ipairs(redis.call('HKEYS', 'referee:pools')) do
  if string.match(field, ':(%x+)$') == ARGV[1] then redis.call('HDEL', 'referee:pools', field) end
end
if redis.call('ZCARD', 'referee:workers') == 0 then redis.call('DEL', 'referee:queues', 'referee:bots') end
if redis.call('GET', 'referee:sweeper') == ARGV[1] then redis.call('DEL', 'referee:sweeper') end
return 1
""",
    "allow-oom",
)

# ARGV: queue, the time at which the probe was sent
PROBED: Final = _script(
    """
local mark = 'referee:mark:' .. ARGV[1]
if tonumber(ARGV[2]) > tonumber(redis.call('GET', mark) or '0') then
  redis.call('SET', mark, ARGV[2], 'PX', 3600000)
end
redis.call('DEL', 'referee:probe:' .. ARGV[1])
return 1
""",
    "allow-oom",
)

# ARGV: worker, lock, most, grace, margin, time between probes, how often a chunk may be begun, how long a worker that
# falls silent still counts
SWEEP: Final = _script(
    """
local holder = redis.call('GET', 'referee:sweeper')
if holder and holder ~= ARGV[1] then return {0, {}, {}, '0'} end
redis.call('SET', 'referee:sweeper', ARGV[1], 'PX', ARGV[2])
local at, grace, margin = now(), tonumber(ARGV[4]), tonumber(ARGV[5])
local again, probes, probed = {}, {}, {}
-- How much can be worked on at once; workers that have fallen silent do not count.
local room, pools = {}, redis.call('HGETALL', 'referee:pools')
for place = 1, #pools, 2 do
  local queue, worker = string.match(pools[place], '^(%l+):(%x+)$')
  local heard = tonumber(redis.call('ZSCORE', 'referee:workers', worker) or '0')
  if heard < at - tonumber(ARGV[8]) then
    redis.call('HDEL', 'referee:pools', pools[place])
  else
    room[queue] = (room[queue] or 0) + tonumber(pools[place + 1])
  end
end
for queue, chunks in pairs(room) do redis.call('SET', 'referee:room:' .. queue, whole(chunks), 'PX', ARGV[8]) end
local due = redis.call('ZRANGEBYSCORE', 'referee:due', '-inf', whole(at), 'LIMIT', 0, ARGV[3])
for _, member in ipairs(due) do
  local id, chunk = parts(member)
  local job, chunks = job_key(id), chunk_key(id)
  if not active(id) or is_done(id, chunk) then
    redis.call('ZREM', 'referee:due', member)
  else
    local queue = redis.call('HGET', job, 'queue')
    local sent = number(chunks, chunk .. ':sent')
    local held = redis.call('HGET', chunks, chunk .. ':lease')
    if held and number(chunks, chunk .. ':until') > at then
      redis.call('ZADD', 'referee:due', redis.call('HGET', chunks, chunk .. ':until'), member)
    elseif held and number(chunks, chunk .. ':begun') >= tonumber(ARGV[7]) then
      finish(id, 'failed', 'worker-lost', at)
    elseif held or sent + margin < tonumber(redis.call('GET', 'referee:mark:' .. queue) or '0') then
      let_go(id, chunk)
      note_sent(id, chunk, at, grace)
      again[#again + 1] = {id, tonumber(chunk), queue}
    else
      -- It may stand in a long queue. What was sent before a probe, and has not begun when the probe arrives, is lost.
      redis.call('ZADD', 'referee:due', whole(at + math.min(5000, 500 + (at - sent) / 4)), member)
      if not probed[queue] and redis.call('SET', 'referee:probe:' .. queue, whole(at), 'NX', 'PX', ARGV[6]) then
        probes[#probes + 1] = queue
      end
      probed[queue] = true
    end
  end
end
return {#due, again, probes, whole(at)}
""",
    "allow-oom",
)

# ARGV: worker, how many chunks of each queue it works on at once, how many queues it serves, these, its bots…
ANNOUNCE: Final = _script(
    """
local at = now()
local queues = tonumber(ARGV[3])
redis.call('ZADD', 'referee:workers', whole(at), ARGV[1])
for place = 4, #ARGV do
  local queue = place < 4 + queues
  redis.call('ZADD', queue and 'referee:queues' or 'referee:bots', whole(at), ARGV[place])
  if queue then redis.call('HSET', 'referee:pools', ARGV[place] .. ':' .. ARGV[1], ARGV[2]) end
end
return 1
""",
    "allow-oom",
)

# ARGV: how long one that falls silent still counts
PRESENT: Final = _script(
    """
local gone = '(' .. whole(now() - tonumber(ARGV[1]))
local found = {}
for place, key in ipairs({'referee:workers', 'referee:queues', 'referee:bots'}) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', gone)
  found[place] = redis.call('ZRANGE', key, 0, -1)
end
return found
""",
    "allow-oom",
)
