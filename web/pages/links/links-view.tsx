import { useInfiniteQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { Link } from 'wouter'
import type { Privacy } from '#contract/fields.ts'
import { useSession } from '#web/api/auth.ts'
import { type LinkedItem, shareLinksQuery } from '#web/api/share-links.ts'
import { LoadMore } from '#web/components/load-more.tsx'
import { OwnerOnly } from '#web/components/owner-only.tsx'
import { usePageTitle } from '#web/lib/brand.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState, NotFoundState } from '#web/ui/empty-state.tsx'
import { ListError } from '#web/ui/list-error.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SecretLink } from '#web/ui/secret-link.tsx'
import { NewLink } from './link-forms.tsx'
import { LinkItem } from './link-item.tsx'

type LinksViewProps = {
  noun: string
  /** Null if there is none. */
  item:
    | (ComponentProps<typeof OwnerOnly>['item'] & { userId: string; privacy: Privacy })
    | null
    | undefined
  linked: LinkedItem | undefined
  /** The page of the item. */
  href: string
  isError: boolean
  onRetry: () => void
}

/** The private links to a track, playlist or release, for its owner, with the notes of those who have them. */
export function LinksView({ noun, item, linked, href, isError, onRetry }: LinksViewProps) {
  usePageTitle('Private links')
  const { user } = useSession()
  if (isError && !item) return <ErrorState title="Something went wrong" onRetry={onRetry} />
  if (item === null)
    return <NotFoundState title="Page not found" text="It may have been deleted or made private." />
  if (item && user && item.userId !== user.id)
    return <OwnerOnly what="the private links to" item={item} href={href} />
  return (
    <div className="page-width pb-section">
      <h1 className="pt-7 font-display text-5xl leading-tight font-extrabold tracking-display tablet:pt-12">
        Private links
      </h1>
      <p className="mt-2 text-lg text-muted wrap-anywhere">
        <Link href={href} className="hover:text-text hover:underline">
          {item?.title}
        </Link>
      </p>
      {item && linked && <Links noun={noun} linked={linked} isPublic={item.privacy === 'public'} />}
    </div>
  )
}

type LinksProps = { noun: string; linked: LinkedItem; isPublic: boolean }

function Links({ noun, linked, isPublic }: LinksProps) {
  /** Undefined until it is opened for the first time. */
  const [form, setForm] = useState<'open' | 'cancelled' | 'sent'>()
  const [created, setCreated] = useState<{ id: string; url: string }>()
  const query = useInfiniteQuery(shareLinksQuery(linked))
  const links = query.data?.pages.flatMap(({ items }) => items)
  const isActive = links?.some(({ id, revokedAt }) => id === created?.id && !revokedAt)
  return (
    <section aria-label="Links" tabIndex={-1} className="mt-6 grid gap-3 outline-none tablet:gap-5">
      <Panel heading="h2" className="p-4.5 tablet:p-6.5" title="Share privately">
        <p className="mt-2 text-muted">
          {isPublic
            ? `This ${noun} is public: everyone can open its page, so it needs no further links.`
            : `Whoever has a private link can hear this ${noun} and leave you notes, signed in or not. They see nothing else of yours that is not public.`}
        </p>
        {created && isActive && (
          <div
            key={created.url}
            role="status"
            className="mt-5 grid items-end gap-3 tablet:grid-cols-[minmax(0,1fr)_auto]"
          >
            <SecretLink
              label="Your new link"
              hint="It is shown only now: copy it."
              // The form that had the focus is gone.
              autoFocus
              url={created.url}
              buttonClass="tablet:mb-7"
            />
          </div>
        )}
        {!isPublic &&
          (form === 'open' ? (
            <NewLink
              linked={linked}
              onCreated={(link) => {
                setCreated(link)
                setForm('sent')
              }}
              onClose={() => setForm('cancelled')}
            />
          ) : (
            <Button
              tone="primary"
              className="mt-5"
              autoFocus={form === 'cancelled'}
              onClick={() => setForm('open')}
            >
              New link
            </Button>
          ))}
      </Panel>
      {query.isError && !links && (
        <ListError what="Private links" onRetry={() => void query.refetch()} />
      )}
      {query.isPending && (
        <div role="status" aria-label="Loading">
          <span className="shimmer block h-30 rounded-panel border border-line" />
        </div>
      )}
      {links && links.length > 0 && (
        <ul aria-label="Private links" className="grid gap-3 tablet:gap-5">
          {links.map((link) => (
            <LinkItem key={link.id} link={link} />
          ))}
        </ul>
      )}
      <LoadMore query={query} />
    </section>
  )
}
