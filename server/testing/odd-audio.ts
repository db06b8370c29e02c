import { fixture } from './sample-files.ts'

/** Audio files that are valid but unusual, or invalid in one way. */

/** A FLAC of this many seconds of silence, in hardly any bytes: 16 for 65,535 samples. */
export function silentFlac(seconds: number, sampleRate: number): Buffer {
  const frames = Math.ceil((seconds * sampleRate) / blockSize)
  const info = Buffer.alloc(42)
  info.write('fLaC')
  // The last metadata block, 34 bytes.
  info.writeUInt32BE(0x80000022, 4)
  info.writeUInt16BE(blockSize, 8)
  info.writeUInt16BE(blockSize, 10)
  const samples = BigInt(frames * blockSize)
  // 20 bits of sample rate, mono, 16 bits per sample, 36 bits of length.
  info.writeBigUInt64BE((BigInt(sampleRate) << 44n) | (15n << 36n) | samples, 18)
  return Buffer.concat([
    info,
    ...Array.from({ length: frames }, (_, i) => silentFrame(i, sampleRate)),
  ])
}

const blockSize = 65_535

function silentFrame(number: number, sampleRate: number): Buffer {
  const rate = [sampleRate >> 8, sampleRate & 0xff]
  const head = Buffer.from([0xff, 0xf8, 0x7d, 0x08, ...utf8(number), 0xff, 0xfe, ...rate])
  const frame = Buffer.concat([head, Buffer.from([crc(head, 8, 0x07), 0, 0, 0])])
  const check = crc(frame, 16, 0x8005)
  return Buffer.concat([frame, Buffer.from([check >> 8, check & 0xff])])
}

const utf8 = (number: number) => Buffer.from(String.fromCodePoint(number))

function crc(bytes: Buffer, bits: number, polynomial: number): number {
  let value = 0
  for (const byte of bytes) {
    value ^= byte << (bits - 8)
    for (let i = 0; i < 8; i++) {
      const isSet = (value >> (bits - 1)) & 1
      value = (value << 1) & ((1 << bits) - 1)
      if (isSet) value ^= polynomial
    }
  }
  return value
}

/** An MP3 with frames of 44.1 kHz after those of 22.05 kHz. */
export function mp3OfTwoRates(): Buffer {
  return Buffer.concat([silentMp3(0xf3, 0x80, 208, 200), silentMp3(0xfb, 0x90, 417, 100)])
}

function silentMp3(version: number, rates: number, length: number, count: number): Buffer {
  const frame = Buffer.alloc(length)
  frame.set([0xff, version, rates, 0xc0])
  return Buffer.concat(Array.from({ length: count }, () => frame))
}

/** An M4A with this codec in the sample description, such as `drms` for copy protection. */
export function m4aOf(codec: string): Buffer {
  const file = fixture('tone.m4a')
  file.write(codec, file.indexOf('mp4a', file.indexOf('stsd')), 'latin1')
  return file
}
