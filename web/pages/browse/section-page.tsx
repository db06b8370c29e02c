import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { type ListedSection, listedSections, sectionTexts } from '#contract/section-texts.ts'
import { sectionQuery } from '#web/api/browse.ts'
import type { Page } from '#web/api/page.ts'
import { currentLink } from '#web/components/genre-links.tsx'
import { usePageTitle } from '#web/lib/brand.ts'
import { BrowseLayout, chipsClass } from './browse-layout.tsx'

export const page: Page = {
  component: SectionPage,
  async load({ queryClient, path }) {
    const section = sectionIn(path)
    await queryClient.fetchInfiniteQuery(sectionQuery(section))
    return { kind: 'section', section }
  },
}

const sectionIn = (path: string): ListedSection =>
  listedSections.find((name) => path.toLowerCase().includes(`/${name}`)) ?? 'recent'

/** A section of the home page from its first track to its last. */
export function SectionPage() {
  const [path] = useLocation()
  const section = sectionIn(path)
  const { title, subtitle } = sectionTexts[section]
  usePageTitle(title)
  const query = useInfiniteQuery(sectionQuery(section))
  return (
    <BrowseLayout withGenre title={title} subtitle={subtitle} query={query}>
      <nav aria-label="Sections">
        <ul className={chipsClass}>
          {listedSections.map((name) => (
            <li key={name} className="shrink-0">
              <Link
                href={paths.section(name)}
                {...(name === section && currentLink)}
                className="inline-flex min-h-11 items-center rounded-full border border-line-strong px-4.5 font-semibold hover:bg-raised aria-[current]:border-transparent aria-[current]:bg-primary aria-[current]:text-on-primary"
              >
                {sectionTexts[name].title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </BrowseLayout>
  )
}
