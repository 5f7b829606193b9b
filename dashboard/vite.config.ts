import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The service replaces the nonce in every answer. An inlined asset would break the content security policy.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  html: { cspNonce: '__NONCE__' },
  build: {
    assetsInlineLimit: 0,
    target: 'es2023',
    reportCompressedSize: false,
    license: { fileName: 'THIRD-PARTY-LICENSES.md' },
  },
  worker: { format: 'es' },
})
