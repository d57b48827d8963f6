-- Further arguments: the counters to raise. With the moment at which counting began: counters that were lost are never taken for those
-- of before.
redis.call('HSETNX', announced, 'since', since)
for i = first_more, #ARGV do redis.call('HINCRBY', announced, ARGV[i], 1) end
redis.call(publish, channel, message)
