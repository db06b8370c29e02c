import { readFileSync } from 'node:fs'
import { startLaxS3 } from '../../server/testing/lax-s3.ts'

/** The store of the stand-in for versitygw: in memory, with the accounts that deploy/store.sh creates. */
const account = (accessKeyId: string) => ({
  accessKeyId,
  get secretAccessKey() {
    return readFileSync(`/accounts/${accessKeyId}`, 'utf8')
  },
})
await startLaxS3({
  bucket: 'files',
  ownKey: account('soundpost'),
  uploadKey: account('soundpost-upload'),
  host: '0.0.0.0',
  port: 7070,
})
