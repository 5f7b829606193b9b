/** A browser's page of somewhere else, or one whose name was made to lead to this machine. */
export const isForeign = ({ origin, host = '' }: Readonly<Record<string, string>>): boolean =>
  origin !== undefined || !/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)
