import { Disc3, ExternalLink, Music } from 'lucide-react'
import type { ReactNode } from 'react'
import { Panel } from '#web/ui/panel.tsx'

type ListenOnProps = { spotifyUrl: string | null; appleMusicUrl: string | null }

/** Links to other services, if there are any. */
export function ListenOn({ spotifyUrl, appleMusicUrl }: ListenOnProps) {
  if (!spotifyUrl && !appleMusicUrl) return null
  return (
    <Panel heading="h2" className="p-5.5 tablet:p-7" title="Listen On">
      <div className="mt-4.5 grid gap-2.5">
        {spotifyUrl && (
          <Service href={spotifyUrl} icon={<Disc3 aria-hidden="true" />}>
            Spotify
          </Service>
        )}
        {appleMusicUrl && (
          <Service href={appleMusicUrl} icon={<Music aria-hidden="true" />}>
            Apple Music
          </Service>
        )}
      </div>
    </Panel>
  )
}

function Service({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-13 items-center gap-3.5 rounded-control border border-transparent bg-raised px-4 font-semibold transition-[border-color] hover:border-line-strong [&>svg:first-child]:size-5"
    >
      {icon}
      {children}
      <ExternalLink aria-hidden="true" className="ml-auto size-4 text-faint" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
