import { Button } from '#web/ui/button.tsx'
import { type BulkPrivacy, hiddenChoices, type PublishedBatch } from './use-bulk-privacy.ts'

type HideButtonsProps = { privacy: BulkPrivacy; batch: PublishedBatch }

/** 'Make all unlisted' and 'Make all private', of what a bulk upload has published. */
export function HideButtons({ privacy, batch }: HideButtonsProps) {
  if (batch.trackIds.length === 0) return null
  return hiddenChoices.map((choice) => (
    <Button
      key={choice}
      size="small"
      disabled={privacy.isPending}
      onClick={() => privacy.hideAll(choice, batch)}
    >
      Make all {choice}
    </Button>
  ))
}
