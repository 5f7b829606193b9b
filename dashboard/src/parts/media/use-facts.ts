import type { Media } from '@polypost/sdk'
import { useNumbers } from '../../words/numbers.ts'

/** Sizes and lengths of a file in one line: “1600 × 1600, 1.8 MB”, “0:12, 1080 × 1920, 8.4 MB”. What is not known is left out. */
export function useFacts(): (file: Media) => string {
  const { bytes } = useNumbers()
  return ({ width, height, rotation, seconds, size }) => {
    const isSideways = rotation === 90 || rotation === 270
    const sides = isSideways ? [height, width] : [width, height]
    return [
      seconds === null ? null : clock(seconds),
      width === null || height === null ? null : sides.join(' × '),
      bytes(size),
    ]
      .filter((fact) => fact !== null)
      .join(', ')
  }
}

function clock(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
