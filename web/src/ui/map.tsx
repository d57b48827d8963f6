import 'leaflet/dist/leaflet.css';
import * as leaflet from 'leaflet';
import { useEffect, useRef } from 'react';
import { useLatest } from '../lib/use-latest.ts';
import classes from './map.module.css';

interface MapProps {
  latitude: number;
  longitude: number;
  label: string;
  /** The label of the marker. */
  name: string;
  tilesUrl: string;
  attribution: string;
  zoomLabels: { in: string; out: string };
  onTileError: () => void;
}

/** Spec 1 §2. */
const ZOOM = 13;
const MAX_ZOOM = 19;

/** The only import of the map library. One location on a map of tiles; loaded when it is opened. */
export function SingleLocationMap(props: MapProps) {
  const { label, latitude, longitude, tilesUrl } = props;
  const box = useRef<HTMLDivElement>(null);
  const latest = useLatest(props);

  useEffect(() => {
    if (!box.current) return;
    const { name, attribution, zoomLabels } = latest.current;
    const map = leaflet.map(box.current, { center: [latitude, longitude], zoom: ZOOM, zoomControl: false });
    map.attributionControl.setPrefix(false);
    leaflet.control.zoom({ zoomInTitle: zoomLabels.in, zoomOutTitle: zoomLabels.out }).addTo(map);
    leaflet
      // Tile servers require the referring site, which our pages send to no other server.
      .tileLayer(tilesUrl, { maxZoom: MAX_ZOOM, attribution: escaped(attribution), referrerPolicy: 'origin' })
      .on('tileerror', () => latest.current.onTileError())
      .addTo(map);
    const html = `<i></i><span>${escaped(name)}</span>`;
    const icon = leaflet.divIcon({ className: classes.pin ?? '', html, iconSize: [22, 22] });
    leaflet.marker([latitude, longitude], { icon, keyboard: false, interactive: false }).addTo(map);
    return () => void map.remove();
  }, [latitude, longitude, tilesUrl, latest]);

  return <div ref={box} className={classes.map} role="region" aria-label={label} />;
}

/** The library takes HTML, so texts are escaped. */
function escaped(text: string): string {
  const element = document.createElement('span');
  element.textContent = text;
  return element.innerHTML;
}
