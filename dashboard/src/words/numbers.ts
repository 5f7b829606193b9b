import { useMemo } from 'react'
import { useLanguage } from './language.tsx'

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Numbers as people read them. */
export function useNumbers() {
  const { locale } = useLanguage()
  return useMemo(() => {
    const whole = new Intl.NumberFormat(locale)
    const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
    const withSign = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' })
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
    return {
      count: (value: number) => whole.format(value),
      /** “+7” */
      signed: (value: number) => withSign.format(value),
      /** With at most one decimal. */
      short: (value: number) => short.format(value),
      percent: (share: number) => percent.format(share),
      bytes: (value: number) => {
        const power = Math.min(units.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3))
        return `${short.format(value / 1000 ** power)} ${units[power]}`
      },
      list: (items: readonly string[]) => new Intl.ListFormat(locale).format(items),
    }
  }, [locale])
}
