import type { ReactNode } from 'react'
import {
  AnalyticsIllustration,
  SocialIllustration,
  UploadIllustration,
} from './blurb-illustrations.tsx'

export function FeatureBlurbs() {
  return (
    <section aria-label="Features" className="grid gap-card pt-6 tablet:grid-cols-3">
      <Blurb
        illustration={<UploadIllustration />}
        title="Upload WMV Files"
        text="Share your audio creations with album artwork and rich metadata."
      />
      <Blurb
        illustration={<SocialIllustration />}
        title="Social Features"
        text="Follow artists, like tracks, and build a community around your music."
      />
      <Blurb
        illustration={<AnalyticsIllustration />}
        title="Track Analytics"
        text="See detailed statistics for every track: plays, likes, genre and upload date."
      />
    </section>
  )
}

function Blurb({
  illustration,
  title,
  text,
}: {
  illustration: ReactNode
  title: string
  text: string
}) {
  return (
    <article className="bordered overflow-hidden bg-surface px-6 pt-6.5 pb-7 tablet:px-8 tablet:pt-8.5 tablet:pb-9">
      <div className="-mt-1.5 mb-5 flex h-33 items-center tablet:mb-6.5 tablet:h-39">
        {illustration}
      </div>
      <h2 className="font-display text-2xl leading-heading font-bold">{title}</h2>
      <p className="mt-3 text-pretty text-muted">{text}</p>
    </article>
  )
}
