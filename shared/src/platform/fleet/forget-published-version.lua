-- The sequence number is skipped as well, so that browsers notice a gap and read a snapshot.
redis.call('DEL', published)
return next_seq(seq, now)
