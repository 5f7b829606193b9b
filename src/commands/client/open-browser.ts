import { spawn } from 'node:child_process'

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
}

/** Opens the address in a browser, if there is one. The address is printed in any case. */
export function openBrowser(url: string): void {
  const opener = openers[process.platform]
  if (!opener || !process.stdout.isTTY) return
  const [program, ...args] = opener
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
