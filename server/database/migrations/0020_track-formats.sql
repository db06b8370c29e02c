ALTER TABLE "tracks" ADD COLUMN "processing" text DEFAULT 'pending' NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "loudness" real;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "audio_bytes" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "audio_bitrate" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "opus_url" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "opus_bytes" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "aac_url" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "aac_bytes" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "tracks_one_per_opus" ON "tracks" USING btree ("opus_url") WHERE opus_url is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tracks_one_per_aac" ON "tracks" USING btree ("aac_url") WHERE aac_url is not null;--> statement-breakpoint
UPDATE tracks SET processing = a.state, loudness = round(a.loudness::numeric, 2), audio_bytes = u.size,
	audio_bitrate = round(u.size * 8.0 * a.sample_rate / nullif(a.frames, 0))
FROM audio_analyses a JOIN tracks t ON t.id = a.track_id LEFT JOIN uploads u ON u.object_path = t.audio_url
WHERE a.state <> 'pending' AND tracks.id = a.track_id;
