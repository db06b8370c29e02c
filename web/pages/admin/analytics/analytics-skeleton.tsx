/** The numbers before they are there, each in its place and size. */
export function AnalyticsSkeleton() {
  return (
    <div role="status" aria-label="Loading analytics" className="grid gap-3 tablet:gap-5">
      <div className="grid grid-cols-2 gap-3 tablet:gap-5 desk:grid-cols-4">
        {['tracks', 'plays', 'likes', 'public'].map((total) => (
          <span key={total} className={`${block} h-[105.7px] tablet:h-[137.7px]`} />
        ))}
      </div>
      <span className={`${block} h-[297.6px] tablet:h-[313.6px]`} />
      <div className="grid gap-3 tablet:gap-5 desk:grid-cols-3">
        {['played', 'liked', 'engagement'].map((list) => (
          <span key={list} className={`${block} h-[446.6px] tablet:h-[462.6px]`} />
        ))}
      </div>
    </div>
  )
}

const block = 'sheen block rounded-panel border border-line'
