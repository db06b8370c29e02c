import { paths } from '#contract/paths.ts'
import { type SectionPage, sectionPages, sectionTexts } from '#contract/section-texts.ts'
import { TabLinks } from '#web/ui/tab-links.tsx'

const sections = sectionPages.map((name) => ({
  title: sectionTexts[name].title,
  href: paths.section(name),
}))

/** Links to the pages of all sections. */
export function SectionLinks({ current }: { current: SectionPage }) {
  return <TabLinks label="Sections" tabs={sections} current={paths.section(current)} />
}
