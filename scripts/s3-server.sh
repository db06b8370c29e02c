#!/usr/bin/env bash
# A real S3-compatible server for tests: OpenStack Swift with its s3api, from Debian's packages, in one process.
# It checks signatures and expiry and serves ranges. It has no multi-object delete and no bucket-CORS call: its buckets
# allow browsers what docs/configuration.md asks for, and nothing more.
#
#   scripts/s3-server.sh DIR [PORT]
#
# Runs until SIGTERM, or until its standard input closes if that is a pipe (so that it never outlives a test run).
# When it is ready it prints 'ready http://127.0.0.1:PORT'. PORT 0, the default, means any free one.
# Region us-east-1, path style, access key test:tester, secret testing. The key test:uploader, secret uploading, has only
# the rights that the access list of a bucket gives it.
# As root on Debian it installs what it needs; elsewhere it says what is missing and exits with 69.
set -euo pipefail

dir=${1:?usage: scripts/s3-server.sh DIR [PORT]}
port=${2:-0}
python=/usr/bin/python3
package=python3-swift

installed() { "$python" -c 'import importlib.util as i, sys; sys.exit(i.find_spec("swift") is None)' 2>/dev/null; }

install_packages() {
  if [ ! -f /etc/debian_version ] || ! command -v apt-get >/dev/null; then
    echo 'The S3 test server comes from Debian packages, and this is not Debian.' >&2
    return 1
  fi
  if [ "$(id -u)" != 0 ]; then
    echo "The S3 test server is missing; as root: apt-get install $package" >&2
    return 1
  fi
  # Test files start this concurrently: one installs, the others wait for it.
  exec 9>/var/lock/s3-test-server
  flock 9
  installed && return
  if ! { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package"; } >/dev/null; then
    echo "The S3 test server could not be installed: apt-get install $package failed." >&2
    return 1
  fi
}

installed || (install_packages </dev/null) || exit 69
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)

exec "$python" /dev/fd/3 "$dir" "$port" 3<<'PYTHON'
import eventlet
eventlet.monkey_patch()

import json, math, os, stat, sys, time
from eventlet import hubs, wsgi
from swift.common import utils
from swift.common.ring.builder import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

directory, port = sys.argv[1], int(sys.argv[2])
settings = os.path.join(directory, 'etc')
os.makedirs(settings, exist_ok=True)
os.makedirs(os.path.join(directory, 'files', 'disk'), exist_ok=True)


def write(name, text):
    path = os.path.join(settings, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


class Cache:
    """Replaces memcached, which holds tokens, and what Swift would otherwise read again for each request."""
    entries = {}
    def get(self, key, *_, **__):
        value, expires = self.entries.get(key, ('null', 0))
        return json.loads(value) if expires > time.time() else None
    def set(self, key, value, *_, time=0, **__):
        self.entries[key] = (json.dumps(value), expiry(time))
    def delete(self, key, *_, **__): self.entries.pop(key, None)


def expiry(seconds): return time.time() + (seconds or math.inf)


cors = [('Access-Control-Allow-Origin', '*'), ('Access-Control-Allow-Methods', 'GET, PUT'),
        ('Access-Control-Allow-Headers', 'content-type')]


def serve(listener, config):
    app = loadapp(config, global_conf={'log_name': 's3-server'})

    def respond(environment, start_response):
        environment['swift.cache'] = Cache()
        if 'HTTP_ORIGIN' not in environment: return app(environment, start_response)
        if environment['REQUEST_METHOD'] == 'OPTIONS':
            start_response('200 OK', cors)
            return []
        return app(environment, lambda status, headers, *more: start_response(status, headers + cors, *more))

    eventlet.spawn(
        wsgi.server, listener, respond, utils.NullLogger(), protocol=SwiftHttpProtocol,
        # The AWS SDK expects 'ETag', not 'Etag'.
        socket_timeout=60, capitalize_response_headers=False)


write('swift.conf', '''
[swift-hash]
swift_hash_path_prefix = test
swift_hash_path_suffix = test
[storage-policy:0]
name = default
default = yes
''')
utils.set_swift_dir(settings)

# Where each of the three kinds of data lives: one disk, one copy.
for kind in ('account', 'container', 'object'):
    listener = eventlet.listen(('127.0.0.1', 0))
    ring = RingBuilder(4, 1, 1)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'device': 'disk', 'weight': 1,
                  'port': listener.getsockname()[1], 'meta': ''})
    ring.rebalance()
    ring.get_ring().save(os.path.join(settings, kind + '.ring.gz'))
    serve(listener, write(kind + '.conf', f'''
[DEFAULT]
swift_dir = {settings}
devices = {directory}/files
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
log_requests = false
'''))

front = eventlet.listen(('127.0.0.1', port))
serve(front, write('proxy.conf', f'''
[DEFAULT]
swift_dir = {settings}
[pipeline:main]
pipeline = catch_errors listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
dns_compliant_bucket_names = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin .reseller_admin
user_test_uploader = uploading
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
'''))
print(f'ready http://127.0.0.1:{front.getsockname()[1]}', flush=True)

if stat.S_ISFIFO(os.fstat(0).st_mode) or stat.S_ISSOCK(os.fstat(0).st_mode):
    hubs.trampoline(0, read=True)
else:
    eventlet.event.Event().wait()
PYTHON
