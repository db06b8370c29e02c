type Downloadable = { userId: string; allowDownload: boolean }

/** Who may download a track or a release that they can view. Decides for the button and for the call. */
export const canDownload = (item: Downloadable, viewer: { id: string } | null | undefined) =>
  item.allowDownload || item.userId === viewer?.id
