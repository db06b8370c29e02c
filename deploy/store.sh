#!/bin/sh
# Runs versitygw for compose.yaml and creates the two accounts of the servers, without any rights yet.
set -eu
mkdir -p /data/files
/app/versitygw --iam-dir /accounts posix /data &
gateway=$!
trap 'kill -TERM $gateway; wait $gateway' TERM INT

export ADMIN_ACCESS_KEY=$ROOT_ACCESS_KEY ADMIN_SECRET_KEY=$ROOT_SECRET_KEY ADMIN_ENDPOINT_URL=http://127.0.0.1:7070
# A changed secret replaces the old one.
account() {
  /app/versitygw admin create-user --access "$1" --secret "$2" --role user ||
    /app/versitygw admin update-user --access "$1" --secret "$2"
}
until /app/versitygw admin list-users >/dev/null 2>&1; do
  kill -0 $gateway || exit 1
  sleep 1
done
account soundpost "$S3_SECRET_ACCESS_KEY"
account soundpost-upload "$S3_UPLOAD_SECRET_ACCESS_KEY"
wait $gateway
