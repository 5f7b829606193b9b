/** Whether a request comes from another web site, or through a host name that was made to point to this machine. */
export const isFromOtherSite = ({ origin, host = '' }: Readonly<Record<string, string>>): boolean =>
  origin !== undefined || !/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)
