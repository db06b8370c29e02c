import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TrackVersion } from '#contract/versions.ts'
import { VersionList } from './version-list.tsx'

const version = (id: string, replacedAt: string): TrackVersion => ({
  ...{ id, replacedAt, fileName: null, contentType: 'audio/wav', duration: 60, bytes: 1000 },
  ...{ bitrate: null, loudness: null, waveform: null, uploadedAt: null },
})

test('versions: those that ended on one day show the time, others the day', () => {
  const versions = [
    version('third', '2026-11-14T18:05:00'),
    version('second', '2026-11-14T09:30:00'),
    version('first', '2026-11-02T12:00:00'),
  ]
  render(<VersionList versions={versions} onCompare={() => {}} onDelete={undefined} />)
  expect(
    screen.getAllByRole('listitem').map((row) => row.querySelector('strong')?.textContent),
  ).toEqual(['Until Nov 14, 2026, 18:05', 'Until Nov 14, 2026, 09:30', 'Until Nov 2, 2026'])
})
