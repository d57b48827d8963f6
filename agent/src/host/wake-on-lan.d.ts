declare module 'wake_on_lan' {
  interface WakeOptions {
    address?: string;
    port?: number;
    num_packets?: number;
    interval?: number;
  }
  const wakeOnLan: {
    wake(mac: string, options: WakeOptions, callback: (error?: Error | null) => void): void;
    createMagicPacket(mac: string): Buffer;
  };
  export default wakeOnLan;
}
