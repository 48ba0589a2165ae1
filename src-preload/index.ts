import { contextBridge } from 'electron'
import { DESKTOP_BRIDGE_ARGUMENT, type DesktopBridge } from '../contract/desktop-bridge.ts'

const argument = process.argv.find((value) => value.startsWith(DESKTOP_BRIDGE_ARGUMENT)) ?? ''
const bridge: DesktopBridge = JSON.parse(decodeURIComponent(argument.slice(DESKTOP_BRIDGE_ARGUMENT.length)))

contextBridge.exposeInMainWorld('desktop', bridge)
