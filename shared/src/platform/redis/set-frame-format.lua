-- Devices rarely change their format, so that almost no frame is announced.
if redis.call('HGET', formats, device) == ext then return end
redis.call('HSET', formats, device, ext)
redis.call(publish, channel, message)
