/** Whether a request comes from another web site, or through a host name that was made to point to this machine. */
export const isFromOtherSite = ({ origin, host = '' }: Readonly<Record<string, string>>): boolean =>
  origin !== undefined || !/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)

/** The instance passes a person's request on: only the pages of the platforms answer it. */
export const isPassedOn = (headers: { readonly [name: string]: unknown }): boolean =>
  headers['x-sandbox-pages'] !== undefined
