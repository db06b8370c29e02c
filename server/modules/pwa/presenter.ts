import { paths, shareTarget } from '#contract/paths.ts'
import type { SiteInfo } from '#server/config.ts'

/** The background of the dark theme, as in `web/index.html`. */
const background = '#14100d'

/** The web app manifest: https://www.w3.org/TR/appmanifest/ */
export const presentManifest = ({ brandName }: Pick<SiteInfo, 'brandName'>) => ({
  id: '/',
  name: brandName,
  short_name: brandName,
  description: `Upload, share, and discover amazing audio content with the ${brandName} community.`,
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: background,
  theme_color: background,
  categories: ['music', 'entertainment'],
  icons: [
    icon('/icon-192.png', '192x192', 'any'),
    icon('/icon-512.png', '512x512', 'any'),
    icon('/icon-maskable-512.png', '512x512', 'maskable'),
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
  shortcuts: [
    shortcut('Search', paths.searchPage),
    shortcut('Library', paths.library),
    shortcut('Upload', paths.upload),
  ],
  // Received by the service worker, see web/features/offline/service-worker/share-target.ts.
  share_target: {
    action: shareTarget.action,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      files: [
        {
          name: shareTarget.field,
          accept: ['audio/*', '.mp3', '.wav', '.m4a', '.aac', '.flac', '.ogg'],
        },
      ],
    },
  },
  screenshots: [
    screenshot('narrow', '780x1688', `${brandName} on a phone`),
    screenshot('wide', '1600x1000', `${brandName} on a computer`),
  ],
})

const icon = (src: string, sizes: string, purpose: string) => ({
  src,
  sizes,
  type: 'image/png',
  purpose,
})

const shortcut = (name: string, url: string) => ({
  name,
  url,
  icons: [icon(`/shortcut-${name.toLowerCase()}.png`, '96x96', 'any')],
})

const screenshot = (form_factor: 'narrow' | 'wide', sizes: string, label: string) => ({
  src: `/screenshot-${form_factor}.webp`,
  sizes,
  type: 'image/webp',
  form_factor,
  label,
})
