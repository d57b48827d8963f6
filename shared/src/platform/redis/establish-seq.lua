return redis.call('GET', seq) or string.format('%.0f', next_seq(seq, now))
