/** Without the audio of most tracks, the settings likely name another store, and nothing must act on what it lacks. */
export const isRightStore = ({ tracks, present }: { tracks: number; present: number }) =>
  present * 2 >= tracks

export const askForStore = 'Is it the right one (DATA_DIR, S3_BUCKET)?'
