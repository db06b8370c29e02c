// Plain JavaScript on purpose: it must run on the very version that it refuses.
'use strict'
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Soundpost runs on Node 24, which "npm ci" installs beside it, but this is Node ${process.versions.node}. ` +
      'Run "npm ci" again without --omit=optional, or install Node 24 or newer.',
  )
  process.exit(1)
}
