/** The first day of the week where the person is: 1 is Monday, 7 is Sunday. */
export function firstDayIn(locale: string): number {
  // Not in every browser, and not in TypeScript’s types yet.
  const { getWeekInfo } = Intl.Locale.prototype as { getWeekInfo?: () => { readonly firstDay: number } }
  return getWeekInfo?.call(new Intl.Locale(locale)).firstDay ?? 1
}
