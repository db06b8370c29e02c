/** How browsers hand a file over that was shared to the installed app. */
export const shareTarget = {
  action: '/upload',
  field: 'audio',
  /** The upload page if the file could not be received. */
  failed: '/upload?shared=failed',
} as const
