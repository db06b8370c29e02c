// Gives the two keys of compose.yaml their rights, with the store's root key, which the servers do not have.
import { setTimeout as wait } from 'node:timers/promises'
import { PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3'

const {
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_ROOT_SECRET_KEY: secretAccessKey,
} = process.env
const client = new S3Client({
  endpoint,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: 'root', secretAccessKey },
})
const arn = `arn:aws:s3:::${bucket}`
const allow = (principal, actions, resource) => ({
  Effect: 'Allow',
  Principal: { AWS: [principal] },
  Action: actions,
  Resource: resource,
})
const policy = {
  Version: '2012-10-17',
  Statement: [
    allow('soundpost', ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], `${arn}/*`),
    allow('soundpost', ['s3:ListBucket'], arn),
    allow('soundpost-upload', ['s3:PutObject'], `${arn}/uploads/*`),
  ],
}

// The store may still be starting, and creates the accounts only then.
for (let attempt = 1; ; attempt++) {
  try {
    await client.send(
      new PutBucketPolicyCommand({ Bucket: bucket, Policy: JSON.stringify(policy) }),
    )
    break
  } catch (error) {
    if (attempt === 60) throw error
    await wait(1000)
  }
}
console.log(`The bucket ${bucket} has its policy.`)
