import path from 'node:path'

/** Where package.json is. This module is in server/, or bundled in dist/server/. */
export const projectFolder = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '..' : '../..',
)
