import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'

const FAMILY = '@expo-google-fonts/ibm-plex-sans'
const FILES = ['400Regular/IBMPlexSans_400Regular.ttf', '600SemiBold/IBMPlexSans_600SemiBold.ttf']

const font = {
  fontFiles: FILES.map((file) => fileURLToPath(import.meta.resolve(`${FAMILY}/${file}`))),
  // The same picture on every machine, those without fonts among them.
  loadSystemFonts: false,
  defaultFontFamily: 'IBM Plex Sans',
}
const image = new Resvg(String(workerData), { font }).render()
parentPort?.postMessage(image.asPng())
