/** Of the menus with 'Embed'. */
export const loadEmbedDialog = async () => (await import('./embed-dialog.tsx')).EmbedDialog
