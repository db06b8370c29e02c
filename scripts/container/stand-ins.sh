#!/usr/bin/env bash
# Images for tests where no registry can be reached, made of Debian's packages and this machine's Node and npm:
#   scripts/container/stand-ins.sh ENGINE PREFIX
# PREFIX-node and PREFIX-nginx; PREFIX-postgres, Debian's version; PREFIX-store, the small store of the tests instead of
# versitygw. As root, with debootstrap.
set -euo pipefail
engine=$1
prefix=$2
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")

debootstrap --variant=minbase --include=ca-certificates,nginx-light,postgresql "$codename" "$folder/root" \
  http://deb.debian.org/debian >"$folder/log" || { tail -5 "$folder/log" >&2; exit 1; }
rm -f "$folder"/root/var/cache/apt/archives/*.deb "$folder/root/etc/nginx/sites-enabled/default"
tar -C "$folder/root" -c . | "$engine" import - "$prefix-debian" >/dev/null

# build NAME, with the Dockerfile on standard input and what it copies in $folder/NAME.
build() {
  mkdir -p "$folder/$1"
  cat >"$folder/$1/Dockerfile"
  "$engine" build -q -t "$prefix-$1" "$folder/$1" >/dev/null
}

mkdir "$folder/node" "$folder/postgres"
cp "$(node -p process.execPath)" "$folder/node/node"
cp -r "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$folder/node/npm"
build node <<DOCKERFILE
FROM $prefix-debian
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --create-home node
DOCKERFILE

build nginx <<DOCKERFILE
FROM $prefix-debian
CMD ["nginx", "-g", "daemon off; error_log /dev/stderr;"]
DOCKERFILE

cp scripts/container/postgres "$folder/postgres/entrypoint"
build postgres <<DOCKERFILE
FROM $prefix-debian
COPY entrypoint /usr/local/bin/entrypoint
ENTRYPOINT ["/usr/local/bin/entrypoint"]
DOCKERFILE

mkdir -p "$folder/store/app/scripts/container" "$folder/store/app/server/testing"
cp scripts/container/store.ts "$folder/store/app/scripts/container/"
cp server/testing/lax-s3.ts "$folder/store/app/server/testing/"
cp scripts/container/versitygw "$folder/store/app/"
build store <<DOCKERFILE
FROM $prefix-node
COPY app /app
DOCKERFILE
