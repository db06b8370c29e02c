import { SignInLink } from '#web/features/session/sign-in-link.tsx'
import { brandName } from '#web/lib/brand.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Violin } from '#web/ui/violin.tsx'
import { BrowseLink } from './browse-link.tsx'

export function Hero() {
  return (
    <section className="hero-glow relative isolate overflow-hidden">
      <div className="page-width relative pt-11 pb-10 tablet:pt-15 tablet:pb-18">
        <h1 className="max-w-[4.6em] font-display text-[clamp(4rem,23vw,6rem)] leading-[0.86] font-extrabold tracking-hero tablet:text-hero">
          Share Your Sound
        </h1>
        {/* The violin's neck lies in this gap; its body extends behind the text. */}
        <div className="relative mt-4 mb-4.5 h-65.5 tablet:mt-4.5 tablet:mb-2.5 tablet:h-32">
          <Violin className="absolute top-1/2 -right-15 -z-1 w-[690px] -translate-y-1/2 tablet:right-auto tablet:-left-7.5 tablet:w-[clamp(1000px,102.8vw,1640px)]" />
        </div>
        <p className="text-lg leading-row text-pretty text-muted max-tablet:min-h-[3lh] tablet:max-w-[min(28rem,36vw)] tablet:text-xl">
          Upload, share, and discover amazing audio content with the {brandName()} community.
        </p>
        <div className="mt-6 grid gap-3.5 tablet:mt-8 tablet:flex tablet:flex-wrap">
          <SignInLink create className={`${buttonClass('primary', 'large')} min-w-65`}>
            Start Uploading Today
          </SignInLink>
          <SignInLink className={buttonClass('outline', 'large')}>Explore Tracks</SignInLink>
          {/* On a line of its own: beside the buttons it would lie on the violin. */}
          <span aria-hidden="true" className="max-tablet:hidden tablet:basis-full" />
          <BrowseLink className="justify-self-center py-2.5 tablet:mr-auto tablet:justify-self-start" />
        </div>
      </div>
    </section>
  )
}
