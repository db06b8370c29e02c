import { brandName, legalLinks } from '#web/lib/brand.ts'

/** At the end of every page. */
export function Footer() {
  return (
    <footer className="page-width">
      <div className="flex min-h-17 items-center justify-between gap-6 border-t border-line text-sm text-faint">
        <span>{brandName()}</span>
        <LegalLinks />
      </div>
    </footer>
  )
}

/** The host's own pages, where they are configured. */
export function LegalLinks() {
  const { terms, privacy, contact } = legalLinks()
  if (!terms && !privacy && !contact) return null
  return (
    <nav aria-label="Legal" className="flex gap-5 [&>a]:py-1 [&>a]:hover:text-text">
      {terms && <a href={terms}>Terms</a>}
      {privacy && <a href={privacy}>Privacy</a>}
      {contact && <a href={contact}>Contact</a>}
    </nav>
  )
}
