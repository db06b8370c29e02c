export const loadEditTrack = async () =>
  (await import('#web/features/own-tracks/edit-track-dialog.tsx')).EditTrackDialog
