import { percentile } from './measure.ts'

/** Formats figures for the tables. */

export const perSecond = (value: number) =>
  `${value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })} /s`

export const milliseconds = (value: number, digits = value < 10 ? 2 : 1) =>
  `${value.toFixed(digits)} ms`

/** Such as '1.87, 2.10 ms': both in the same unit. */
export const medianAndP99 = (values: number[]) =>
  `${milliseconds(percentile(values, 0.5)).replace(' ms', '')}, ${milliseconds(percentile(values, 0.99))}`

export const megabytesPerSecond = (bytes: number) => `${Math.round(bytes / 1e6)} MB/s`

export const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`
