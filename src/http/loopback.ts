const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The name in a `Host` header, without the port. */
export const nameIn = (host: string | undefined): string => /^(.*?)(:\d+)?$/.exec(host ?? '')?.[1]?.toLowerCase() ?? ''

/** Whether a name means this machine. A web page can make a browser send requests here under a name of its own. */
export const isLoopbackName = (name: string): boolean => loopbackName.test(name)
