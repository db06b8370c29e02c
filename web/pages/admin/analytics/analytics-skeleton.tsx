/** The numbers before they are there, each in its place and size. */
export function AnalyticsSkeleton() {
  return (
    <div role="status" aria-label="Loading analytics" className="grid gap-3 tablet:gap-5">
      <div className="grid grid-cols-2 gap-3 tablet:gap-5 desk:grid-cols-4">
        {['tracks', 'plays', 'likes', 'public'].map((total) => (
          <span key={total} className={`${block} h-26.25 tablet:h-36.75`} />
        ))}
      </div>
      <span className={`${block} h-74.5 tablet:h-78.5`} />
      <div className="grid gap-3 tablet:gap-5 desk:grid-cols-3">
        {['played', 'liked', 'engagement'].map((list) => (
          <span key={list} className={`${block} h-106 tablet:h-110`} />
        ))}
      </div>
    </div>
  )
}

const block = 'sheen block rounded-panel border border-line'
