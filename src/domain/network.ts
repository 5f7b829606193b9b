/**
 * The network of an address that limits count: the first three bytes of IPv4, the first three groups of IPv6. Providers give a
 * customer that much, so guesses from all of it count together.
 */
export const networkOf = (address: string): string =>
  address.includes(':')
    ? `${address.split(':').slice(0, 3).join(':')}::/48`
    : `${address.split('.').slice(0, 3).join('.')}.0/24`
