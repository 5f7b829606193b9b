type System = `${'linux' | 'darwin' | 'win32'}-${'x64' | 'arm64'}`

export const pins: Readonly<
  Record<System, { readonly name: string; readonly version: string; readonly integrity: string }>
>
