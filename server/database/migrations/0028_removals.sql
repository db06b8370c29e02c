CREATE TABLE "removals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"track_id" uuid,
	"playlist_id" uuid,
	"privacy" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "removals_track_id_unique" UNIQUE("track_id"),
	CONSTRAINT "removals_playlist_id_unique" UNIQUE("playlist_id"),
	CONSTRAINT "removals_one" CHECK (num_nonnulls("removals"."track_id", "removals"."playlist_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "removed_files" (
	"track_id" uuid PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "removals" ADD CONSTRAINT "removals_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removals" ADD CONSTRAINT "removals_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_files_size" ON "removed_files" USING btree ("size");